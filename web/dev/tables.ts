/** Rooms, rulesets and a game of chess for the fixture mode. */
const options = {
  map: 'world', pace: 'correspondence', initial_min: 10, increment_s: 5, days_a_move: 2, theatre: [], draft: 'connected', advance: 'auto', round_days: 0, round_min: 0,
  target: 10, last_round: 25, tokens_a_round: 1, missions: 'default', handicap: 'none', draws: 'status_quo', colours: 'attacker_white', spectators: 'public',
};
const diceOptions = { map: 'iran21', turn_s: 60, assault: 'by_seats', spectators: 'public' };
const diceSchema = {
  type: 'object',
  properties: {
    turn_s: { type: 'integer', minimum: 30, maximum: 300, 'x-first': true },
    assault: { enum: ['by_seats', 'single', 'blitz'], 'x-first': true },
    spectators: { enum: ['public', 'link', 'none'] },
  },
};
export const rulesets = [
  { name: 'chess_wars', version: 1, min_seats: 2, max_seats: 8, options_schema: {}, defaults: options },
  { name: 'provinces', version: 1, min_seats: 2, max_seats: 5, options_schema: diceSchema, defaults: diceOptions },
];

const seat = (n: number, name: string): object => ({ seat: n, name, account: name === 'Mara' ? 'u1' : name });
const bot = (n: number, level: number): object => ({ seat: n, bot_level: level });

export function rooms(now: number): any[] {
  const room = (id: string, name: string, host: string, count: number, seats: object[], change: object = {}): object => ({
    id, ruleset: 'chess_wars', name, host, state: 'open', public: true, seats, seat_count: count, options: { ...options, ...change }, secret_hash: '', created_unix_ms: now - Number(id.slice(1)), version: 1,
    rating_kinds: [], own_ratings: false, entry: 0, locked: false, mode: 'friendly', bot_levels: 8,
  });
  return [
    { ...room('r0', 'Mara’s campaign', 'u1', 4, [seat(0, 'Mara'), bot(1, 3), seat(2, 'Teo')]), you: { seat: 0, host: true } },
    room('r1', 'The Long Spring II', 'Marek', 4, [seat(0, 'Marek'), seat(1, 'Teo'), seat(2, 'Anouk')]),
    room('r2', 'Lunch blitz', 'Teo', 3, [seat(0, 'Teo'), bot(1, 4)], { pace: 'live', initial_min: 5, increment_s: 3, theatre: ['Europe'], draft: 'dealt' }),
    { ...room('r3', 'میز جمعه', 'کاوه', 3, [seat(0, 'کاوه'), seat(1, 'Teo')]), ruleset: 'provinces', options: diceOptions, entry: 50, locked: true, mode: 'competitive', bot_levels: 3 },
    { ...room('r4', 'Evening dice', 'Shirin', 4, [seat(0, 'Shirin'), bot(1, 2)]), ruleset: 'provinces', options: diceOptions, mode: 'practice', bot_levels: 3 },
    room('r5', 'Slow Atlantic', 'Anouk', 5, [seat(0, 'Anouk'), seat(1, 'Kaveh'), seat(2, 'Shirin')], { days_a_move: 5, theatre: ['North America', 'South America'] }),
  ];
}

const MOVES = 'e2e4 d7d6 d2d4 g8f6 b1c3 g7g6 c1g5 f8g7 d1d2 e8g8 e1c1 c7c6 g1f3 b7b5 f1d3 b8d7'.split(' ');
const SAN = 'e4 d6 d4 Nf6 Nc3 g6 Bg5 Bg7 Qd2 O-O O-O-O c6 Nf3 b5 Bd3 Nbd7'.split(' ');

export function chessGame(id: string, now: number): any {
  const over = id.endsWith('over');
  return {
    id, campaign: 'game', war: id.split('-')[1] ?? 'w18', white: { seat: 0, name: 'Mara' }, black: { seat: 3, name: 'Shirin', bot_level: 3 }, live: false,
    state: over ? 'over' : 'playing', ply: 16, fen: 'r1bq1rk1/p2nppbp/2pp1np1/1p4B1/3PP3/2NB1N2/PPPQ1PPP/2KR3R w - - 2 9',
    moves: MOVES.map((uci, ply) => ({ ply, uci, san: SAN[ply], clock_ms: 172_800_000, at_unix_ms: now - 600_000 * (16 - ply) })),
    clocks: { white_ms: 172_800_000, black_ms: 181_440_000, ...(over ? {} : { running: 'white', since_unix_ms: now - 6_471_000 }), increment: { white_ms: 0, black_ms: 0 } },
    ...(over ? { result: 'white', reason: 'checkmate' } : { legal: { e4: ['e5'], a2: ['a3', 'a4'], b2: ['b3', 'b4'], h2: ['h3', 'h4'], g2: ['g3', 'g4'], c1: ['b1'], c3: ['e2', 'b1', 'd5', 'b5', 'a4'], d3: ['b5', 'e2', 'f1', 'c4'], f3: ['e1', 'g1', 'e5', 'h4'], g5: ['f6', 'h6', 'h4', 'f4', 'e3'], d2: ['e1', 'e2', 'e3', 'f4'], d4: ['d5'], d1: ['e1', 'f1', 'g1'], h1: ['e1', 'f1', 'g1'] } }),
    you: 'white', version: 16,
  };
}
