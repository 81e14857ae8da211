// The slot `block.installed-game`: the game of a block that is an installed plugin of its world, in a frame. In a copy of the block
// it is a plugin on trial.
import { ErrorMessage, type GameSlotData, Icon, type SlotProps, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { frameAddress, useExtensions, usePlayers } from '../api/installs'
import { PluginFrame } from '../frame/PluginFrame'
import { TrialBar } from '../frame/TrialBar'

export default function BlockGame({ data }: SlotProps) {
  const room = data as GameSlotData
  const t = useText('extensions')
  const { language } = useLanguage()
  const found = useExtensions(room.worldName)
  const [isFolded, setFolded] = useState(false)
  const { player, isKnown } = usePlayer(room)
  if (found.isLoadingError) {
    return (
      <section className="ex-game" aria-label={t('frame.title')}>
        <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
      </section>
    )
  }
  if (!found.data) return null
  const { trial } = room
  const extension = found.data.items.find(({ id, plugin, isTrial }) =>
    trial ? id === trial.install : plugin === room.game && !isTrial,
  )
  const game = extension?.game
  if (!extension || !game) {
    // It was stopped or uninstalled, or may not be a game any more: the people who can change it learn of it.
    const text = trial ? t('trial.gone') : t('game.missing')
    return trial || room.isModerator ? <p className="ex-game ex-game-missing">{text}</p> : null
  }
  const [publisher] = extension.plugin.split('.')
  return (
    <section className="ex-game" aria-label={game.title[language]}>
      <h2>
        <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {game.title[language]}
          <Icon name="up" size={18} />
        </button>
      </h2>
      {/* A folded game goes on. */}
      <div hidden={isFolded}>
        {trial && (
          <TrialBar
            worldName={room.worldName}
            install={extension.id}
            player={player}
            onPlayer={(next) => trial.onPlayer(next?.number ?? 0)}
          />
        )}
        {isKnown && (
          <PluginFrame
            key={extension.id}
            src={frameAddress(extension.id, found.data.frameHost, game.file)}
            install={extension.id}
            name={game.title[language]}
            worldName={room.worldName}
            page="/"
            slot="block.renderer"
            maxCharge={extension.maxCharge ?? null}
            game={{ room, hasChat: game.hasChat }}
            player={player}
            isTrial={extension.isTrial}
          />
        )}
        <p>{t('game.by', { publisher })}</p>
      </div>
    </section>
  )
}

/** The made-up player whom the person is in a copy; null for themselves. The players of a trial are read before its frame opens. */
function usePlayer({ worldName, trial }: GameSlotData) {
  const players = usePlayers(worldName, trial?.install ?? null)
  const number = trial?.player ?? 0
  const player = players.data?.items.find((one) => one.number === number) ?? null
  return number === 0 ? { player: null, isKnown: true } : { player, isKnown: player !== null }
}
