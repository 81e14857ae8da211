// The choice of the game of a block, among the games of the platform and the plugins of its world that are games.
import { useQuery } from '@tanstack/react-query'
import { payload, Select, useApi, useBoot, useLanguage, useText } from '@witverse/sdk'

const SLOT = 'block.game'

interface GameFieldProps {
  worldName: string
  /** The id of a plugin; empty for none. */
  value: string
  onValue: (value: string) => void
}

export function GameField({ worldName, value, onValue }: GameFieldProps) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const installed = useInstalledGames(worldName)
  const games = useBoot().plugins.flatMap(({ id, slots }) =>
    slots.filter(({ at }) => at === SLOT).map(({ title }) => ({ value: id, text: title[language] })),
  )
  for (const { plugin, name, game, isTrial } of installed.data?.items ?? []) {
    if (game && !isTrial) games.push({ value: plugin, text: `${name[language]} · ${plugin}` })
  }
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

/** The plugins of a world that are games. Without an answer, the games of the platform can still be chosen. */
function useInstalledGames(worldId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['extensions', 'pages', worldId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{worldId}/extensions', { params: { path: { worldId } }, signal })),
  })
}
