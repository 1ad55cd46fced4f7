import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import own from './package.json' with { type: 'json' }
import { bootForDevelopment } from './vite.boot.ts'
import { preloadFont } from './vite.fonts.ts'
import { mapBase } from './vite.map.ts'
import { mantineVariables } from './vite.mantine.ts'
import { servedFiles } from './vite.served.ts'

/** Where `npm run dev` reaches the server; in production the server serves the console itself. */
const serverUrl = process.env['MUSTER_DEV_SERVER'] ?? 'http://localhost:15001'

/** A component that the React Compiler passes over renders slowly for ever, and nobody notices. */
const everythingCompiled: Plugin = {
  name: 'muster:everything-compiled',
  onLog: (_, { message }) => {
    // TanStack Virtual cannot be compiled by its nature; its one component says 'use no memo'.
    if (message.includes('IncompatibleLibrary')) return false
    if (message.includes('skipped optimizing')) throw new Error(message)
    return true
  },
}

export default defineConfig({
  // Relative addresses: the console works below any path a proxy puts it.
  base: './',
  plugins: [
    mantineVariables(),
    mapBase(),
    react({ compiler: { logDiagnostics: true } }),
    everythingCompiled,
    preloadFont(),
    bootForDevelopment(),
    servedFiles(),
  ],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(own.version) },
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    // An inlined picture would need `data:` in more places of the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The libraries of charts and of maps, which come with the first one (decisions 0056 and 0068);
    // `check -- size` holds the rest.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      output: {
        // Else each set of screens that shares a module gets a file: 150 of them for one list.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            {
              name: 'shellFrame',
              test: /shell\/(Shell|layout\/layouts\/VerticalLayout)\.tsx$/,
              priority: 2,
            },
            { name: 'deviceList', test: /features\/device\/list\/DeviceList\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 15000,
    proxy: {
      '^/(admin|captchaImage|device|docs|files|healthz|readyz|metrics|register|rsa)': {
        target: serverUrl,
        ws: true,
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
  },
})
