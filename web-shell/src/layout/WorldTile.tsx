// The tile of the caller's world in the community navigation: its logo or first letter, in its hue.
import { useQuery } from '@tanstack/react-query'
import { Avatar, hueStyle, payload, useApi, useHasPlugin } from '@witverse/sdk'

export function WorldTile({ worldName }: { worldName: string }) {
  const api = useApi()
  const world = useQuery({
    queryKey: ['worlds', 'my', worldName],
    queryFn: ({ signal }) => payload(api.GET('/api/v2/worlds/my', { signal })),
    enabled: useHasPlugin('worlds'),
  }).data?.world
  if (!world) return <Avatar name={worldName} size={44} />
  return (
    <span className="sh-rail-tile wv-hue" style={hueStyle(world.hue)}>
      {world.worldLogoImg ? (
        <img src={world.worldLogoImg} alt="" width={44} height={44} />
      ) : (
        (worldName[0] ?? '').toUpperCase()
      )}
    </span>
  )
}
