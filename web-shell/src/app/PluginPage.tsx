// Draws one page of a plugin: skeleton while it loads, a screen of its own when it cannot be had.
import {
  Boundary,
  PageSkeleton,
  type PluginInfo,
  PluginProvider,
  type SlotProps,
  useText,
} from '@witverse/sdk'
import { Suspense, use, useState } from 'react'
import { PluginDown } from '../screens/PluginDown'
import type { Plugins } from './federation'

interface PluginPageProps {
  plugins: Plugins
  plugin: PluginInfo
  page: string
  slot?: SlotProps
}

export function PluginPage(props: PluginPageProps) {
  const { plugins, plugin, page } = props
  const t = useText('shell')
  const [attempt, setAttempt] = useState(0)
  const retry = () => {
    plugins.forget(plugin, page)
    setAttempt(attempt + 1)
  }
  return (
    <div data-plugin={plugin.id} className="sh-plugin">
      <PluginProvider value={plugin.id}>
        <Boundary key={attempt} resetKey={page} fallback={() => <PluginDown onRetry={retry} />}>
          <Suspense key={page} fallback={<PageSkeleton label={t('loading')} />}>
            <Loaded {...props} onRetry={retry} />
          </Suspense>
        </Boundary>
      </PluginProvider>
    </div>
  )
}

function Loaded({ plugins, plugin, page, slot, onRetry }: PluginPageProps & { onRetry: () => void }) {
  const result = use(plugins.page(plugin, page))
  if ('error' in result) return <PluginDown onRetry={onRetry} />
  return <result.Page {...slot} />
}
