// Withdraws from an order, or reports a defect with photos.
import { Segments, serverNow, TextArea, useText, useToast } from '@witverse/sdk'
import { FileUpload, type UploadedFile } from '@witverse/sdk/files'
import { dateText, FormDialog, FormField, useZodForm, z } from '@witverse/sdk/forms'
import { DateInput } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { useOrderActions } from '../api/orders'
import { useLegalTerms } from '../api/terms'
import type { Order } from '../api/types'
import { reasonText } from './reason'

const WISHES = ['refund', 'exchange'] as const
const SCHEMA = z.object({
  wish: z.enum(WISHES),
  foundAt: dateText(),
  reason: reasonText,
  fileIds: z.array(z.custom<UploadedFile>()),
})

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
  const [isUploading, setUploading] = useState(false)
  // A parcel that is still on its way can only be missing.
  const what = order.state === 'shipped' ? 'missing' : kind
  // A replacement can be missing after the payout of its order.
  const isPaidOut = what === 'missing' && order.method === 'wit' && order.exchanges > 0
  const text = isPaidOut ? t('request.missingLater') : t(`request.${what}Text`)
  const terms = useLegalTerms()
  const form = useZodForm({
    texts: 'orders',
    schema: SCHEMA,
    initial: { wish: 'refund', foundAt: today(), reason: '', fileIds: [] },
    submit: async ({ wish, foundAt, reason, fileIds: photos }) => {
      const fileIds = photos.map(({ fileId }) => fileId)
      const found = what === 'defect' && foundAt !== '' && { foundAt: `${foundAt}T00:00:00+09:00` }
      await actions.ask(order.orderId, { kind, wish, reason, fileIds, ...found })
      toast(t('request.sent'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(`request.${what}`)}
      text={text}
      action={t('request.send')}
      disabled={isUploading}
      onClose={onClose}
    >
      {kind === 'defect' && order.hasParcel && (
        <FormField form={form} name="wish">
          {({ name, value, onValue }) => (
            <Segments
              showsLabel
              label={t('request.wish')}
              name={name}
              value={value}
              onValue={(chosen) => onValue(chosen as typeof value)}
              options={WISHES.map((wish) => ({ value: wish, text: t(`request.${wish}`) }))}
            />
          )}
        </FormField>
      )}
      {what === 'defect' && (
        <FormField form={form} name="foundAt">
          {(field) => (
            <DateInput
              {...field}
              label={t('request.foundOn')}
              hint={terms.data && t('request.foundHint', { days: terms.data.foundDays })}
              latest={today()}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="reason">
        {(field) => <TextArea {...field} label={t('request.reason')} rows={4} maxLength={500} />}
      </FormField>
      <FormField form={form} name="fileIds">
        {({ value, onValue, error }) => (
          <FileUpload
            value={value}
            onChange={onValue}
            onBusy={setUploading}
            purpose="image"
            max={3}
            error={error}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
