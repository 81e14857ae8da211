// The step that would let a refused person into a block.
import { Button, ButtonLink, useModal, useText } from '@witverse/sdk'
import type { Entry } from '../api/rooms'

interface RemedyActionProps {
  entry: Entry
  worldName: string
  size?: 'small'
}

/** Nothing if there is no such step. */
export function RemedyAction({ entry, worldName, size }: RemedyActionProps) {
  const t = useText('blocks')
  const modal = useModal()
  const { remedy, collection } = entry
  const look = size && { size }
  switch (remedy) {
    case 'logIn':
      return (
        <Button {...look} onClick={() => modal.open('sign-in')}>
          {t('screen.logIn')}
        </Button>
      )
    case 'getItem':
      return collection ? (
        <ButtonLink {...look} to={`/collection/${collection.collectionId}`}>
          {t('screen.getItem')}
        </ButtonLink>
      ) : null
    case 'join':
    case 'getMembership':
      return (
        <ButtonLink {...look} to={`/${worldName}`}>
          {t(remedy === 'join' ? 'screen.join' : 'screen.getMembership')}
        </ButtonLink>
      )
    case null:
      return null
  }
}
