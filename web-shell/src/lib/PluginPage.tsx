// A page of a plugin: skeleton while it loads, error screen if loading fails.
import { ErrorBoundary, PageSkeleton, type PluginInfo, PluginProvider, type SlotProps } from '@witverse/sdk'
import { type ComponentType, Suspense, use, useEffect, useState } from 'react'
import { forgetDown, PluginDown } from '../screens/PluginDown'
import type { Plugins } from './federation'

/** The components shown while a page loads and when loading fails. */
export interface Frames {
  Waiting: ComponentType
  Down: ComponentType<{ onRetry: () => void }>
}

interface PluginPageProps {
  plugins: Plugins
  plugin: PluginInfo
  page: string
  slot?: SlotProps
  frames?: Frames
}

const PAGE: Frames = { Waiting: PageWaiting, Down: PluginDown }

export function PluginPage(props: PluginPageProps) {
  const { plugins, plugin, page, frames: { Waiting, Down } = PAGE } = props
  const [attempt, setAttempt] = useState(0)
  const retry = () => {
    plugins.forget(plugin, page)
    setAttempt(attempt + 1)
  }
  return (
    <div data-plugin={plugin.id} className="sh-plugin">
      <PluginProvider value={plugin.id}>
        <ErrorBoundary key={attempt} resetKey={page} fallback={() => <Down onRetry={retry} />}>
          <Suspense key={page} fallback={<Waiting />}>
            <Loaded {...props} onRetry={retry} />
          </Suspense>
        </ErrorBoundary>
      </PluginProvider>
    </div>
  )
}

function Loaded({
  plugins,
  plugin,
  page,
  slot,
  frames: { Down } = PAGE,
  onRetry,
}: PluginPageProps & { onRetry: () => void }) {
  const result = plugins.ready(plugin, page) ?? use(plugins.page(plugin, page))
  if ('error' in result) return <Down onRetry={onRetry} />
  return (
    <>
      <result.Page {...slot} />
      {Down === PluginDown && <Arrived />}
    </>
  )
}

/** A component of its own: a hook behind a `use` that is not always called would make React render the whole root again. */
function Arrived() {
  useEffect(forgetDown, [])
  return null
}

function PageWaiting() {
  return <PageSkeleton />
}
