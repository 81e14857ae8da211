// The caller's own items on `/profile`, as visitors of their page see them.
import { useCaller } from '@witverse/sdk'
import { Items } from './Gallery'

export default function OwnGallery() {
  const { user } = useCaller()
  if (!user?.nickname) return null
  return (
    <div className="it-own">
      <Items userId={user.id} nickname={user.nickname} self />
    </div>
  )
}
