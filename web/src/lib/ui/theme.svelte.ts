import { recall, remember } from '../storage.ts';

type Choice = 'system' | 'light' | 'dark';

class Theme {
  choice = $state<Choice>((recall('theme') as Choice | undefined) ?? 'system');
  patterns = $state(recall('patterns') === 'on');

  choose(choice: Choice): void {
    this.choice = choice;
    remember('theme', choice === 'system' ? undefined : choice);
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  }

  togglePatterns(): void {
    this.patterns = !this.patterns;
    remember('patterns', this.patterns ? 'on' : undefined);
  }

  get dark(): boolean {
    return this.choice === 'dark' || (this.choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  }
}

export const theme = new Theme();
