// What a seller records about a packed parcel: its weight and up to three photos.
import { TextInput, useText } from '@witverse/sdk'
import { FileUpload, type UploadedFile } from '@witverse/sdk/files'
import { useState } from 'react'
import type { Proof } from '../api/orders'

const PHOTOS = 3

export interface ProofDraft {
  weight: string
  photos: UploadedFile[]
}

export function useProof() {
  const [draft, setDraft] = useState<ProofDraft>({ weight: '', photos: [] })
  const [isUploading, setUploading] = useState(false)
  const proof: Proof = {
    weightGrams: draft.weight === '' ? null : Number(draft.weight),
    fileIds: draft.photos.map(({ fileId }) => fileId),
  }
  const isEmpty = proof.weightGrams === null && proof.fileIds.length === 0
  return { draft, setDraft, proof, isEmpty, isUploading, setUploading }
}

interface ProofFieldsProps {
  value: ProofDraft
  onChange: (value: ProofDraft) => void
  onBusy: (isBusy: boolean) => void
}

export function ProofFields({ value, onChange, onBusy }: ProofFieldsProps) {
  const t = useText('orders')
  return (
    <fieldset className="od-packing">
      <legend>{t('proof.title')}</legend>
      <p className="od-note">{t('proof.text')}</p>
      <TextInput
        label={t('proof.weight')}
        name="weight"
        inputMode="numeric"
        value={value.weight}
        maxLength={6}
        onValue={(weight) => onChange({ ...value, weight: weight.replace(/\D/g, '') })}
      />
      <p className="od-note">{t('proof.upTo', { n: PHOTOS })}</p>
      <FileUpload
        value={value.photos}
        onChange={(photos) => onChange({ ...value, photos })}
        onBusy={onBusy}
        purpose="image"
        max={PHOTOS}
      />
    </fieldset>
  )
}
