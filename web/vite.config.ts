import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';

// `npm run dev -- --mode fixture` answers from dev/ instead of a server; the production build never sees that folder.
export default defineConfig(async ({ mode, command }) => {
  const fixture = mode === 'fixture' && command === 'serve';
  const plugins = [svelte()];
  if (fixture) plugins.push((await import('./dev/server.ts')).fixtureServer());
  return {
    plugins,
    base: '/',
    define: { __FIXTURE__: JSON.stringify(fixture) },
    build: {
      target: ['chrome123', 'firefox121', 'safari17.5'],
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: fixture
        ? undefined
        : {
            '/api': 'http://127.0.0.1:8000',
            '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
          },
    },
    test: { include: ['src/**/*.test.ts'], environment: 'node' },
  };
});
