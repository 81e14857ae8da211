// The slot `block.installed-game`: the game of a block that is an installed plugin of its world, in a frame.
import { ErrorMessage, type GameSlotData, Icon, type SlotProps, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { frameAddress, useExtensions } from '../api/installs'
import { PluginFrame } from '../frame/PluginFrame'

export default function BlockGame({ data }: SlotProps) {
  const room = data as GameSlotData
  const t = useText('extensions')
  const { language } = useLanguage()
  const found = useExtensions(room.worldName)
  const [isFolded, setFolded] = useState(false)
  if (found.isLoadingError) {
    return (
      <section className="ex-game" aria-label={t('frame.title')}>
        <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
      </section>
    )
  }
  if (!found.data) return null
  const extension = found.data.items.find(({ plugin, isTrial }) => plugin === room.game && !isTrial)
  const game = extension?.game
  if (!extension || !game) {
    // It was stopped or uninstalled, or may not be a game any more: the people who can change it learn of it.
    return room.isModerator ? <p className="ex-game ex-game-missing">{t('game.missing')}</p> : null
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
        />
        <p>{t('game.by', { publisher })}</p>
      </div>
    </section>
  )
}
