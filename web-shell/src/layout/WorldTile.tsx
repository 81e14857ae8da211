// The tile of the caller's world in the navigation: its logo or first letter, in its hue.
import { useQuery } from '@tanstack/react-query'
import { Avatar, hueStyle, Picture, payload, useApi, useHasPlugin } from '@witverse/sdk'

export function WorldTile({ worldName, size = 44 }: { worldName: string; size?: number }) {
  const api = useApi()
  const world = useQuery({
    queryKey: ['worlds', 'my', worldName],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/worlds/my', { signal })),
    enabled: useHasPlugin('worlds'),
  }).data?.world
  if (!world) return <Avatar name={worldName} size={size} />
  return (
    <span className="sh-rail-tile wv-hue" style={{ ...hueStyle(world.hue), width: size, height: size }}>
      {world.worldLogoImg ? (
        <Picture src={world.worldLogoImg} width={size} height={size} />
      ) : (
        (worldName[0] ?? '').toUpperCase()
      )}
    </span>
  )
}
