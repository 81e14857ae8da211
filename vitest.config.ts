// One test run for every front-end workspace: `npm test` at the root.
import { defineConfig } from 'vitest/config'

const folders = '{sdk/api-client,sdk/web,web-shell,web-plugins/*}/src/**'

export default defineConfig({
  test: {
    // Tests make no requests of their own, also not for the document of a frame.
    environmentOptions: {
      happyDOM: { settings: { disableIframePageLoading: true, handleDisabledFileLoadingAsSuccess: true } },
    },
    css: false,
    // A slow machine fails no test; a test that hangs ends here.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    // Setting up a document takes longer than most tests without components. One of them that needs a document asks for
    // it in its first line.
    projects: [
      {
        extends: true,
        test: { name: 'components', environment: 'happy-dom', include: [`${folders}/*.test.tsx`] },
      },
      {
        extends: true,
        test: { name: 'plain', environment: 'node', include: [`${folders}/*.test.ts`, 'sdk/js/*.test.js'] },
      },
    ],
  },
})
