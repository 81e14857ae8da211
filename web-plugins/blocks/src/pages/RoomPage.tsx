// `/{worldName}/{blockName}`: a block, entered. Each state of the way in has its screen. `?trial={install}&player={number}` enters
// the copy of the block for a plugin on trial.
import { ApiError, describeError, Loaded, Page, type TrialCopy, useLanguage, useText } from '@witverse/sdk'
import { useParams, useSearchParams } from '@witverse/sdk/router'
import { type ReactNode, useMemo } from 'react'
import { useBlock } from '../api/rooms'
import { Entrance } from './Entrance'
import { LoadingScreen, Screen } from './Screens'

// The tutorial and the walk of the editor are rooms, too. They take these parts from the chunk of this page, so that the
// bundler does not split it.
export { Room } from '../hud/Room'
export { View3d } from '../hud/View3d'
export { browserPorts } from '../room/ports'
export { parseScene } from '../room/scene'
export { Session } from '../room/session'
export { hasWebGl } from './webgl'

export default function RoomPage() {
  const t = useText('blocks')
  const { language } = useLanguage()
  const { worldName = '', blockName = '' } = useParams()
  const block = useBlock(worldName, blockName)
  const trial = useTrial()
  const title = block.data?.title[language] ?? blockName
  const frame = (screen: ReactNode) => (
    <Page title={title} width="bleed">
      <div className="bl-frame">{screen}</div>
    </Page>
  )
  return (
    <Loaded
      query={block}
      waiting={frame(<LoadingScreen title={t('loading.title')} assembly={UNKNOWN} />)}
      missing={frame(<Screen kind="missing" worldName={worldName} />)}
      failed={(error) =>
        frame(
          isDenied(error) ? (
            <Screen kind="denied" worldName={worldName} text={describeError(error, language)} />
          ) : (
            <Screen kind="failure" worldName={worldName} onRetry={() => void block.refetch()} />
          ),
        )
      }
    >
      {(data) => frame(<Entrance key={data.blockId} block={data} title={title} trial={trial} />)}
    </Loaded>
  )
}

/** The trial in the address of the page. */
function useTrial(): TrialCopy | null {
  const [search, setSearch] = useSearchParams()
  const install = search.get('trial')
  const player = Number(search.get('player') ?? 0)
  return useMemo(() => {
    if (!install) return null
    const onPlayer = (next: number) => setSearch({ trial: install, player: String(next) }, { replace: true })
    return { install, player, onPlayer }
  }, [install, player, setSearch])
}

/** The block is not known yet, and so not what it needs. */
const UNKNOWN = { scene: 0, view: null, room: 0 }
/** The world of the block is private, or the person is on its blacklist. */
const isDenied = (error: unknown) => error instanceof ApiError && error.status === 403
