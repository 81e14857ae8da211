// The loader of plugins, for slots and prefetching.
import { createContext, useContext } from 'react'
import type { Plugins } from './federation'

const PluginsContext = createContext<Plugins | null>(null)
export const PluginsProvider = PluginsContext.Provider

export function usePlugins(): Plugins {
  const plugins = useContext(PluginsContext)
  if (!plugins) throw new Error('PluginsProvider is missing')
  return plugins
}
