// The editor of a block: loads the newest version, and lays out the view and the panels around it.

import { useQuery } from '@tanstack/react-query'
import { Loaded, PageSkeleton, useApi, useCaller } from '@witverse/sdk'
import { Tabs } from '@witverse/sdk/controls'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  isRefusal,
  isStale,
  type LoadedVersion,
  loadVersion,
  type ManagedBlock,
  saveScene,
} from '../api/editor'
import { hasWebGl } from '../pages/webgl'
import * as commands from './commands'
import { type Editor, EditorProvider, useEditor, useEditorState } from './context'
import { DraftDialog } from './dialogs/DraftDialog'
import { LeaveGuard } from './dialogs/LeaveGuard'
import { StaleDialog } from './dialogs/StaleDialog'
import { fromStored, isSame, toStored } from './document'
import { browserDrafts, UnsavedSettings } from './drafts'
import type { PictureTaker } from './EditorView3d'
import { BlockPanel } from './panels/BlockPanel'
import { BudgetPanel } from './panels/BudgetPanel'
import { CataloguePanel } from './panels/CataloguePanel'
import { DoorsPanel } from './panels/DoorsPanel'
import { SurroundingsPanel } from './panels/SurroundingsPanel'
import { ThingsPanel } from './panels/ThingsPanel'
import { VersionsPanel } from './panels/VersionsPanel'
import { PictureTakerProvider } from './picture-taker'
import { Saver } from './saver'
import { EditorStore } from './store'
import { TopBar } from './TopBar'
import { useEditorKeys, ViewArea } from './ViewArea'
import { WalkHere } from './WalkHere'
import '../styles/editor.css'
import '../styles/editor-models.css'
import '../styles/editor-panels.css'
import { useEditorText } from './texts'

export default function Workshop({ block }: { block: ManagedBlock }) {
  const t = useEditorText()
  const api = useApi()
  const loaded = useQuery({
    queryKey: ['blocks', 'editor', block.blockId],
    queryFn: ({ signal }) => loadVersion(api, block.blockId, 'latest', signal),
    // Loaded each time the editor opens, and not refetched: a refetch would replace unsaved changes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded query={loaded} waiting={<PageSkeleton label={t('loading')} />}>
      {(version) => <Opened block={block} loaded={version} />}
    </Loaded>
  )
}

function useOpenEditor(block: ManagedBlock, loaded: LoadedVersion) {
  const api = useApi()
  const { user } = useCaller()
  const [opened] = useState(() => {
    const document = fromStored(loaded.document)
    const drafts = browserDrafts(block.blockId, String(user?.id ?? ''))
    const kept = drafts.read()
    const store = new EditorStore(document)
    const saver = new Saver(document, loaded.version, {
      put: (next, basedOn) => saveScene(api, block.blockId, toStored(next), basedOn),
      after: (ms, task) => {
        const id = setTimeout(task, ms)
        return () => clearTimeout(id)
      },
      ...{ drafts, isStale, isRefusal },
    })
    const draft = kept && !isSame(kept.document, document) ? kept : null
    const settings = new UnsavedSettings(block.blockId, String(user?.id ?? ''))
    const targets = new Map(loaded.doors.map((one) => [one.blockId, one]))
    return { store, saver, drafts, draft, settings, targets }
  })
  const { store, saver } = opened
  useEffect(() => {
    saver.start()
    const stop = store.subscribe(() => saver.change(store.document))
    const retry = () => void saver.flush()
    window.addEventListener('online', retry)
    import(/* webpackChunkName: "editor-measure" */ './measure')
      .then(({ trianglesOf }) => store.measureWith(trianglesOf))
      .catch(() => undefined)
    return () => {
      stop()
      window.removeEventListener('online', retry)
      // Going back in the history shows no dialog: unsaved changes are saved here.
      void saver.flush()
      saver.stop()
    }
  }, [store, saver])
  return opened
}

function Opened({ block, loaded }: { block: ManagedBlock; loaded: LoadedVersion }) {
  const { store, saver, drafts, draft, targets, settings } = useOpenEditor(block, loaded)
  const editor = useMemo<Editor>(
    () => ({
      ...{ store, saver, block, targets, settings },
      adopt: (document, version) => {
        saver.adopt(document, version)
        store.run(commands.replace(store.document, document))
      },
    }),
    [store, saver, block, targets, settings],
  )
  return (
    <EditorProvider value={editor}>
      <Layout />
      <DraftDialog draft={draft} onDiscard={() => drafts.remove()} />
      <StaleDialog />
      <LeaveGuard />
    </EditorProvider>
  )
}

const PANELS = ['add', 'things', 'surroundings', 'doors', 'budget', 'versions', 'block'] as const
type PanelName = (typeof PANELS)[number]

const CONTENT: Record<PanelName, () => React.ReactNode> = {
  add: CataloguePanel,
  things: ThingsPanel,
  surroundings: SurroundingsPanel,
  doors: DoorsPanel,
  budget: BudgetPanel,
  versions: VersionsPanel,
  block: BlockPanel,
}

function Layout() {
  const t = useEditorText()
  const [has3d, setHas3d] = useState(hasWebGl)
  const [is3d, set3d] = useState(has3d)
  const [isPreview, setPreview] = useState(false)
  const [isWalking, setWalking] = useState(false)
  // What had the focus before a walk: it gets it back.
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    if (isWalking || !(focused.current instanceof HTMLElement)) return
    focused.current.focus()
    focused.current = null
  }, [isWalking])
  const [taker, setTaker] = useState<PictureTaker | null>(null)
  const isWide = useIsWide()
  const onKeyDown = useEditorKeys()
  const panels = isWide ? PANELS.slice(1) : [...PANELS]
  return (
    <PictureTakerProvider value={taker}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the editor work beside its fields */}
      <div className="bl-frame bl-editor" onKeyDown={isWalking ? undefined : onKeyDown}>
        <div className="bl-editor-parts" inert={isWalking}>
          <TopBar
            {...{ has3d, is3d, isPreview }}
            on3d={(next) => {
              set3d(next)
              setPreview(false)
            }}
            onPreview={setPreview}
            onWalk={() => {
              focused.current = document.activeElement
              setWalking(true)
            }}
          />
          {isWide && (
            <aside className="bl-editor-side is-left" aria-label={t('tab.add')}>
              <CataloguePanel />
            </aside>
          )}
          <ViewArea
            is3d={is3d}
            isPreview={isPreview && is3d}
            onLost={() => {
              setHas3d(false)
              set3d(false)
              setPreview(false)
            }}
            onTaker={(next) => setTaker(() => next)}
          />
          <aside className="bl-editor-side is-right" aria-label={t('panels')}>
            <Panels panels={panels} />
          </aside>
        </div>
        {isWalking && <WalkHere onEnd={() => setWalking(false)} />}
      </div>
    </PictureTakerProvider>
  )
}

/** With a first selection the properties come to the front, unless somebody places one thing after another. */
function Panels({ panels }: { panels: PanelName[] }) {
  const t = useEditorText()
  const { block } = useEditor()
  const { selection } = useEditorState()
  const [tab, setTab] = useState<PanelName>(panels[0] ?? 'things')
  const shown = panels.includes(tab) ? tab : 'things'
  return (
    <Tabs
      className="bl-tabs"
      label={t('panels')}
      value={shown}
      onValue={setTab}
      tabs={panels.map((id) => {
        const Content = CONTENT[id]
        return {
          id,
          text: t(`tab.${id}`),
          ...(id === 'things' && { count: selection.length, countText: t('tab.selected') }),
          // The form begins again with what was saved.
          content: <Content key={id === 'block' ? block.updatedAt : id} />,
        }
      })}
    />
  )
}

const WIDE = '(width >= 1280px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia?.(WIDE)
      query?.addEventListener('change', listener)
      return () => query?.removeEventListener('change', listener)
    },
    () => window.matchMedia?.(WIDE).matches ?? true,
  )
}
