// Withdraws from an order, or reports a defect with photos.
import {
  Button,
  lengthOf,
  Modal,
  Segments,
  serverNow,
  TextArea,
  TextInput,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { FileUpload, type UploadedFile } from '@witverse/sdk/files'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import { useLegalTerms } from '../api/terms'
import type { Order } from '../api/types'

interface RequestDialogProps {
  order: Order
  kind: 'withdrawal' | 'defect'
  onClose: () => void
}

/** Today in Korea, `2026-11-24`. */
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short' }).format(serverNow())

export function RequestDialog({ order, kind, onClose }: RequestDialogProps) {
  const t = useText('orders')
  const toast = useToast()
  const actions = useOrderActions()
  const [reason, setReason] = useState('')
  const [wish, setWish] = useState<'refund' | 'exchange'>('refund')
  const [foundOn, setFoundOn] = useState(today)
  const [photos, setPhotos] = useState<UploadedFile[]>([])
  const [isUploading, setUploading] = useState(false)
  // A parcel that is still on its way can only be missing.
  const what = order.state === 'shipped' ? 'missing' : kind
  // A replacement can be missing after the payout of its order.
  const isPaidOut = what === 'missing' && order.method === 'wit' && order.exchanges > 0
  const text = isPaidOut ? t('request.missingLater') : t(`request.${what}Text`)
  const terms = useLegalTerms()
  const send = useAction(async () => {
    const fileIds = photos.map(({ fileId }) => fileId)
    const found = what === 'defect' && foundOn !== '' && { foundAt: `${foundOn}T00:00:00+09:00` }
    await actions.ask(order.orderId, { kind, wish, reason, fileIds, ...found })
    toast(t('request.sent'), 'good')
    onClose()
  })
  return (
    <Modal open onClose={onClose} title={t(`request.${what}`)} description={text}>
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send.run()
        }}
      >
        {kind === 'defect' && order.hasParcel && (
          <Segments
            showsLabel
            label={t('request.wish')}
            name="wish"
            value={wish}
            onValue={(value) => setWish(value as 'refund' | 'exchange')}
            options={[
              { value: 'refund', text: t('request.refund') },
              { value: 'exchange', text: t('request.exchange') },
            ]}
          />
        )}
        {what === 'defect' && (
          <TextInput
            label={t('request.foundOn')}
            hint={terms.data && t('request.foundHint', { days: terms.data.foundDays })}
            name="foundOn"
            type="date"
            value={foundOn}
            onValue={setFoundOn}
          />
        )}
        <TextArea
          label={t('request.reason')}
          name="reason"
          value={reason}
          maxLength={500}
          rows={4}
          onValue={setReason}
        />
        <FileUpload value={photos} onChange={setPhotos} onBusy={setUploading} purpose="image" max={3} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={send.pending} disabled={isUploading || lengthOf(reason.trim()) < 2}>
            {t('request.send')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
