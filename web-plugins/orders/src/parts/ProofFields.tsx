// What a seller records about a packed parcel: its weight and up to three photos.
import { TextInput, useText } from '@witverse/sdk'
import { FileUpload, type UploadedFile } from '@witverse/sdk/files'
import { FormField, type ZodForm, z } from '@witverse/sdk/forms'
import type { Proof } from '../api/orders'

const PHOTOS = 3

interface ProofDraft {
  weightGrams: string
  fileIds: UploadedFile[]
}

export const NO_PROOF: ProofDraft = { weightGrams: '', fileIds: [] }

export const proofShape = { weightGrams: z.string(), fileIds: z.array(z.custom<UploadedFile>()) }

/** The proof in the body of a request. */
export const sentProof = ({ weightGrams, fileIds }: ProofDraft): Proof => ({
  weightGrams: weightGrams === '' ? null : Number(weightGrams),
  fileIds: fileIds.map(({ fileId }) => fileId),
})

interface ProofFieldsProps<V extends ProofDraft> {
  form: ZodForm<V>
  onBusy: (isBusy: boolean) => void
}

export function ProofFields<V extends ProofDraft>({ form: whole, onBusy }: ProofFieldsProps<V>) {
  const t = useText('orders')
  const form = whole as unknown as ZodForm<ProofDraft>
  return (
    <fieldset className="od-packing">
      <legend>{t('proof.title')}</legend>
      <p className="wv-note">{t('proof.text')}</p>
      <FormField form={form} name="weightGrams">
        {({ onValue, ...field }) => (
          <TextInput
            {...field}
            label={t('proof.weight')}
            inputMode="numeric"
            maxLength={6}
            onValue={(weight) => onValue(weight.replace(/\D/g, ''))}
          />
        )}
      </FormField>
      <p className="wv-note">{t('proof.upTo', { n: PHOTOS })}</p>
      <FormField form={form} name="fileIds">
        {({ value, onValue, error }) => (
          <FileUpload
            value={value}
            onChange={onValue}
            onBusy={onBusy}
            purpose="image"
            max={PHOTOS}
            error={error}
          />
        )}
      </FormField>
    </fieldset>
  )
}
