// "Send a gift", shown if the gifts plugin is installed.
import {
  Button,
  type GiftWizardData,
  Icon,
  IconButton,
  type Person,
  useHasPlugin,
  useModal,
  useText,
} from '@witverse/sdk'

export function useGift() {
  const modal = useModal()
  const has = useHasPlugin('gifts')
  const give = ({ userId, nickname, thumbnail }: Person) => {
    const preset: GiftWizardData = { friendId: userId, friendName: nickname, friendImage: thumbnail }
    modal.open('gift-wizard', preset)
  }
  return { has, give }
}

export function GiftButton({ person, quiet }: { person: Person; quiet?: boolean }) {
  const t = useText('friends')
  const { has, give } = useGift()
  if (!has) return null
  if (quiet) {
    return (
      <IconButton
        className="fr-gift"
        label={t('giftTo', { name: person.nickname })}
        onClick={() => give(person)}
      >
        <Icon name="gift" />
      </IconButton>
    )
  }
  return (
    <Button onClick={() => give(person)}>
      <Icon name="gift" size={18} /> {t('gift')}
    </Button>
  )
}
