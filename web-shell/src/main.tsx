// Starts the shell: boot document → host → router → screen.
import './styles/first-fonts.css'
import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { HostProvider } from '@witverse/sdk/host'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { readBoot } from './app/boot'
import { createHost } from './app/host'
import { createTexts } from './app/i18n'
import { createHistory, Router } from './app/Router'
import { Screens } from './app/Screens'
import { takeArrival } from './features/arrival/arrival'
import { createPlugins } from './lib/federation'

declare const __webpack_require__: { federation: object }
/** For remotes that are built with the shell: `sdk/web/rspack/shell-runtime.mjs` takes it. */
Object.assign(globalThis, { _FEDERATION_BUNDLER_RUNTIME: __webpack_require__.federation })

async function start(root: HTMLElement) {
  const arrival = takeArrival(location, history) // before anything else: secrets must leave the address
  // Translators start after the page has loaded.
  void import('./app/translated-pages').then((pages) => pages.followTranslations(document.body), reportError)
  const boot = await readBoot(document)
  const { host, queries, session } = createHost(boot)
  const i18n = await createTexts(host.store)
  const plugins = createPlugins(boot, i18n)
  const page = plugins.prefetch(location.pathname) // loads while the layout renders
  // Markup that came with the page stays until React can render the same.
  if (root.hasAttribute('data-prerendered')) await page
  createRoot(root).render(
    <StrictMode>
      <Rendered root={root} />
      <HostProvider value={host}>
        <I18nextProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <Router history={createHistory()}>
              <Screens plugins={plugins} session={session} arrival={arrival} />
            </Router>
          </QueryClientProvider>
        </I18nextProvider>
      </HostProvider>
    </StrictMode>,
  )
}

/** Marks that React has replaced the markup that came with the page. */
function Rendered({ root }: { root: HTMLElement }) {
  useLayoutEffect(() => {
    root.removeAttribute('data-prerendered')
    root.inert = false
  }, [root])
  return null
}

const root = document.getElementById('root')
if (root) void start(root)

/** Loads the other subsets of the font after the first screen; until then a system font shows their characters. */
const loadFonts = () => void import('./styles/fonts')
if (document.readyState === 'complete') loadFonts()
else window.addEventListener('load', loadFonts, { once: true })
