// Makes an item the caller's picture, or removes the picture if it is this item.
import {
  Button,
  Icon,
  payload,
  useAction,
  useApi,
  useCaller,
  useHost,
  useText,
  useToast,
} from '@witverse/sdk'
import type { Item } from '../api/types'

export function PictureButton({ item }: { item: Item }) {
  const t = useText('items')
  const api = useApi()
  const { user } = useCaller()
  const { actions } = useHost()
  const toast = useToast()
  const used = user?.default_img === item.thumbnailUrl
  const change = useAction(async () => {
    await (used
      ? payload(api.PUT('/api/v2/user/image', { body: { fileId: null } }))
      : payload(api.PUT('/api/v2/items/{id}/profile-image', { params: { path: { id: item.itemId } } })))
    await actions.reloadCaller()
    toast(t(used ? 'picture.removed' : 'picture.changed'))
  })
  return (
    <Button variant="secondary" disabled={change.pending} onClick={() => void change.run()}>
      <Icon name="person" size={18} /> {t(used ? 'picture.remove' : 'picture.use')}
    </Button>
  )
}
