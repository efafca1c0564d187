import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';

/** Puts dev/fixture.ts before the client in `npm run dev -- --mode fixture`; nothing else ever loads that folder. */
const fixtures: Plugin = {
  name: 'warboard-fixtures',
  transformIndexHtml: {
    order: 'pre',
    handler: () => [{ tag: 'script', attrs: { type: 'module', src: '/dev/fixture.ts' }, injectTo: 'head-prepend' }],
  },
};

export default defineConfig(({ mode, command }) => {
  const fixture = mode === 'fixture' && command === 'serve';
  const backend = process.env.WARBOARD_URL ?? 'http://127.0.0.1:8000';
  return {
    plugins: [svelte(), ...(fixture ? [fixtures] : [])],
    base: '/',
    build: {
      target: ['chrome123', 'firefox121', 'safari17.5'],
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      ...(fixture ? {} : { proxy: { '/api': backend, '/ws': { target: backend, ws: true } } }),
    },
    test: { include: ['src/**/*.test.ts'], environment: 'node' },
  };
});
