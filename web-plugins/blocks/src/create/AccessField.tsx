// Who may enter a block; with the access `item`, the official collection of which visitors need an item.
import { Select, useLanguage, useText } from '@witverse/sdk'
import { ACCESSES, useOfficialCollections } from '../api/blocks'

interface AccessFieldProps {
  access: string
  collectionId: string
  onAccess: (access: string) => void
  onCollection: (collectionId: string) => void
  /** Why the collection was refused. */
  error: string | undefined
}

export function AccessField({ access, collectionId, onAccess, onCollection, error }: AccessFieldProps) {
  const t = useText('blocks')
  return (
    <>
      <Select
        label={t('create.access')}
        name="access"
        value={access}
        onValue={onAccess}
        options={ACCESSES.map((value) => ({ value, text: t(`access.${value}`) }))}
      />
      {access === 'item' && <CollectionField value={collectionId} onValue={onCollection} error={error} />}
    </>
  )
}

interface CollectionFieldProps {
  value: string
  onValue: (collectionId: string) => void
  error: string | undefined
}

function CollectionField({ value, onValue, error }: CollectionFieldProps) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const list = useOfficialCollections()
  const official = list.data?.items ?? []
  // A collection that is not official any more stays chosen.
  const isKept = value !== '' && list.isSuccess && official.every((one) => one.collectionId !== value)
  return (
    <Select
      label={t('create.collection')}
      name="collectionId"
      value={value}
      onValue={onValue}
      error={error}
      hint={list.isSuccess && official.length === 0 ? t('create.noCollection') : t('create.collectionHint')}
      options={[
        { value: '', text: t('create.chooseCollection') },
        ...(isKept ? [{ value, text: t('create.formerCollection') }] : []),
        ...official.map((one) => ({ value: one.collectionId, text: one.name[language] })),
      ]}
    />
  )
}
