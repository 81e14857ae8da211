// Above the frame of a plugin on trial: as whom it is used, and the play money of that person.
import { formatWit, Segments, useText } from '@witverse/sdk'
import { usePlayers } from '../api/installs'
import type { Player } from '../api/types'
import { TryInBlock } from './TryInBlock'

interface Props {
  worldName: string
  install: string
  player: Player | null
  onPlayer: (player: Player | null) => void
  /** The plugin is a game that can be tried in a copy of a block. */
  isGame?: boolean
}

export function TrialBar({ worldName, install, player, onPlayer, isGame = false }: Props) {
  const t = useText('extensions')
  const players = usePlayers(worldName, install)
  const items = players.data?.items ?? []
  const current = items.find((one) => one.number === (player?.number ?? 0))
  return (
    <section className="ex-trial" aria-label={t('trial.badge')}>
      <p>{t('trial.note')}</p>
      {items.length > 0 && (
        <Segments
          label={t('trial.as')}
          name="player"
          value={String(player?.number ?? 0)}
          onValue={(value) =>
            onPlayer(items.find((one) => one.number > 0 && String(one.number) === value) ?? null)
          }
          options={items.map((one) => ({
            value: String(one.number),
            text: one.number === 0 ? t('trial.you') : (one.nickname ?? ''),
          }))}
        />
      )}
      {current && (
        <p className="wv-note">{t('trial.purse', { amount: formatWit(current.balanceHundredths) })}</p>
      )}
      {isGame && <TryInBlock worldName={worldName} install={install} />}
    </section>
  )
}
