// For administrators of the platform: whether a collection is official, so that blocks can ask for its items.
import { Button, Confirm, useCaller, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useMakeOfficial } from '../api/items'
import type { Collection } from '../api/types'

export function OfficialButton({ collection }: { collection: Collection }) {
  const t = useText('items')
  const toast = useToast()
  const { user } = useCaller()
  const makeOfficial = useMakeOfficial(collection.collectionId)
  const [isAsking, setAsking] = useState(false)
  if (!user?.roles.includes('admin')) return null
  const kind = collection.isOfficial ? 'end' : 'make'
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
        {t(`official.${kind}`)}
      </Button>
      {isAsking && (
        <Confirm
          title={t(`official.${kind}Title`)}
          text={t(`official.${kind}Text`)}
          action={t(`official.${kind}`)}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await makeOfficial(!collection.isOfficial)
            toast(t(`official.${kind}Done`), 'good')
          }}
        />
      )}
    </>
  )
}
