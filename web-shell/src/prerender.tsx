// The layout, rendered at build time around the pages of plugins. The navigation of plugins is not known yet.
import { renderLayout } from '@witverse/sdk/prerender'
import { Route, Routes } from 'react-router'
import { DefaultLayout } from './layout/DefaultLayout'
import { PluginsProvider } from './lib/plugins-context'
import { en } from './locales/en'
import { ko } from './locales/ko'

const noPlugins = {
  list: [],
  page: () => new Promise<never>(() => undefined),
  ready: () => undefined,
  forget: () => undefined,
  prefetch: () => Promise.resolve(),
}

export const rendered = renderLayout(
  (page) => (
    <PluginsProvider value={noPlugins}>
      <Routes>
        <Route element={<DefaultLayout />}>
          <Route path="*" element={page} />
        </Route>
      </Routes>
    </PluginsProvider>
  ),
  { shell: { ko, en } },
)
