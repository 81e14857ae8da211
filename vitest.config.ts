// One test run for every front-end workspace: `npm test` at the root.
import { defineConfig } from 'vitest/config'

const folders = '{sdk/api-client,sdk/people,sdk/web,web-shell,web-plugins/*}/src/**'

/** Tests of modules that are replaced by `vi.mock`, or that know whether they have run before. */
const alone = [
  'web-shell/src/features/forgot-password/ForgotPasswordModal.test.tsx',
  'web-shell/src/features/sign-in/SignInModal.test.tsx',
  'web-shell/src/layout/HeaderActions.test.tsx',
  'web-plugins/blocks/src/pages/RoomPage.test.tsx',
]

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
    // Files share the modules and the document of their worker: a document and React for each file took four fifths of
    // the CPU time of all tests (284 s of it; 90 s now).
    isolate: false,
    setupFiles: ['sdk/web/src/testing/fresh-document.ts'],
    // Setting up a document takes longer than most tests without components. One of them that needs a document asks for
    // it in its first line.
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'happy-dom',
          include: [`${folders}/*.test.tsx`, 'sdk/frame/*.test.tsx'],
          exclude: alone,
        },
      },
      { extends: true, test: { name: 'alone', environment: 'happy-dom', include: alone, isolate: true } },
      {
        extends: true,
        test: {
          name: 'plain',
          environment: 'node',
          include: [`${folders}/*.test.ts`, 'sdk/frame/*.test.ts', 'sdk/{js,web/pack}/*.test.js'],
        },
      },
    ],
  },
})
