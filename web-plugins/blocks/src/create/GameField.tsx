// The choice of the game of a block, among the plugins that are games.
import { Select, useBoot, useLanguage, useText } from '@witverse/sdk'

const SLOT = 'block.game'

interface GameFieldProps {
  /** The id of a plugin; empty for none. */
  value: string
  onValue: (value: string) => void
}

export function GameField({ value, onValue }: GameFieldProps) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const games = useBoot().plugins.flatMap(({ id, slots }) =>
    slots.filter(({ at }) => at === SLOT).map(({ title }) => ({ value: id, text: title[language] })),
  )
  // A game that is not installed any more stays chosen until another one is.
  const isMissing = value !== '' && !games.some((game) => game.value === value)
  return (
    <Select
      label={t('create.game')}
      name="game"
      value={value}
      onValue={onValue}
      hint={t('create.gameHint')}
      options={[
        { value: '', text: t('create.noGame') },
        ...games,
        ...(isMissing ? [{ value, text: value }] : []),
      ]}
    />
  )
}
