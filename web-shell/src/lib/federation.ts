// Loads plugins: one federated remote each, verified by its integrity value, loaded once.
import { getInstance } from '@module-federation/enhanced/runtime'
import { type Boot, type PluginInfo, type PluginModule, SDK_API, type SlotProps } from '@witverse/sdk'
import type { i18n } from 'i18next'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { routerPath } from './paths'

export type PageComponent = ComponentType<Partial<SlotProps>>
export type PageResult = { Page: PageComponent } | { error: unknown }

export interface Plugins {
  list: PluginInfo[]
  /** Never rejects: a failed page resolves to an `error`. Returns the same promise for the same page. */
  page: (plugin: PluginInfo, name: string) => Promise<PageResult>
  /** The result of `page`, if it is there: rendering it needs no pause. */
  ready: (plugin: PluginInfo, name: string) => PageResult | undefined
  /** Drops a failed page, so that the next `page` tries again. */
  forget: (plugin: PluginInfo, name: string) => void
  /** Starts loading the page at a path; resolves when it is there. */
  prefetch: (path: string) => Promise<unknown>
}

const remoteName = (id: string) => `p_${id.replaceAll('-', '_').replaceAll('.', '_')}`

export function createPlugins(boot: Boot, texts: i18n): Plugins {
  const modules = new Map<string, Promise<PluginModule>>()
  const pages = new Map<string, Promise<PageResult>>()
  const results = new Map<string, PageResult>()
  const integrity: Record<string, string> = Object.assign(
    {},
    ...boot.plugins.map((plugin) => plugin.integrity),
  )

  const federation = shellFederation()
  federation.registerPlugins([
    {
      name: 'integrity',
      createScript: ({ url }) => createRemoteScript(url, integrity),
    },
  ])
  federation.registerRemotes(
    boot.plugins.map((plugin) => ({ name: remoteName(plugin.id), entry: plugin.entry })),
  )

  async function load(plugin: PluginInfo): Promise<PluginModule> {
    const remote = await federation.loadRemote<{ default: PluginModule }>(`${remoteName(plugin.id)}/plugin`)
    if (!remote) throw new Error(`plugin ${plugin.id}: nothing was loaded`)
    const module = remote.default
    if (module.sdk !== SDK_API)
      throw new Error(`plugin ${plugin.id}: made for SDK ${module.sdk}, not ${SDK_API}`)
    for (const language of ['ko', 'en'] as const) {
      texts.addResourceBundle(language, plugin.id, module.messages[language], true, true)
    }
    return module
  }

  function moduleOf(plugin: PluginInfo): Promise<PluginModule> {
    const known = modules.get(plugin.id)
    if (known) return known
    const loading = load(plugin)
    modules.set(plugin.id, loading)
    loading.catch(() => modules.delete(plugin.id))
    return loading
  }

  async function loadPage(plugin: PluginInfo, name: string): Promise<PageResult> {
    try {
      const find = (await moduleOf(plugin)).pages[name]
      if (!find) throw new Error(`plugin ${plugin.id}: no page "${name}"`)
      return { Page: (await find()).default as PageComponent }
    } catch (error) {
      reportError(error) // for the console and error reporting; the person sees an error screen
      return { error }
    }
  }

  const keyOf = (plugin: PluginInfo, name: string) => `${plugin.id}/${name}`
  const page: Plugins['page'] = (plugin, name) => {
    const key = keyOf(plugin, name)
    const known = pages.get(key)
    if (known) return known
    const loading = loadPage(plugin, name)
    pages.set(key, loading)
    void loading.then((result) => 'Page' in result && results.set(key, result))
    return loading
  }

  return {
    list: boot.plugins,
    page,
    ready: (plugin, name) => results.get(keyOf(plugin, name)),
    forget: (plugin, name) => pages.delete(keyOf(plugin, name)),
    prefetch: (path) =>
      Promise.all(
        boot.plugins.flatMap((plugin) => {
          const route =
            plugin.routes.find((candidate) => candidate.path === path) ??
            plugin.routes.find((candidate) => matchPath(routerPath(candidate.path), path))
          if (!route) return []
          if (!modules.has(plugin.id)) preload(plugin)
          return [page(plugin, route.page)]
        }),
      ),
  }
}

/** By its name: remotes that share the runtime have instances of their own. */
function shellFederation() {
  const found = getInstance(({ name }) => name === 'shell')
  if (!found) throw new Error('the page has no federation')
  return found
}

/** The digests that browsers verify. They ignore any other `integrity` value and load the script unverified. */
const DIGEST = /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/

/** Creates the script of a remote's entry. Throws if the boot document has no digest for it. */
export function createRemoteScript(url: string, integrity: Record<string, string>): HTMLScriptElement {
  const address = new URL(url, location.href)
  const expected = integrity[address.pathname]
  if (!expected || !DIGEST.test(expected)) throw new Error(`no known digest for ${address.pathname}`)
  const script = document.createElement('script')
  script.src = address.href
  script.async = true
  script.integrity = expected
  return script
}

/** Preloads the files that the entry would request once it runs. */
function preload({ js = [], css = [], integrity }: PluginInfo) {
  const wanted = [
    ...js.map((href) => ({ href, as: 'script' })),
    ...css.map((href) => ({ href, as: 'style' })),
  ]
  for (const { href, as } of wanted) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = as
    link.href = href
    link.crossOrigin = 'anonymous' // as in the requests of the bundler's loader; otherwise the browser fetches the file twice
    link.integrity = integrity[href] ?? ''
    document.head.append(link)
  }
}
