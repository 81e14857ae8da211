// One test run for every front-end workspace: `npm test` at the root.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'happy-dom',
    // Tests make no requests of their own, also not for the document of a frame.
    environmentOptions: {
      happyDOM: { settings: { disableIframePageLoading: true, handleDisabledFileLoadingAsSuccess: true } },
    },
    include: ['{sdk/api-client,sdk/web,web-shell,web-plugins/*}/src/**/*.test.{ts,tsx}', 'sdk/js/*.test.js'],
    css: false,
    // A slow machine fails no test; a test that hangs ends here.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
