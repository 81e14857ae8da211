import {
  Button,
  EmptyInline,
  ErrorMessage,
  Panel,
  RowSkeletons,
  useCaller,
  useModal,
  useText,
} from '@witverse/sdk'
import { useSuggestions } from '../api/friends'
import { FoundPerson } from './FoundPerson'

export function Suggestions() {
  const t = useText('friends')
  const modal = useModal()
  const { user } = useCaller()
  const suggested = useSuggestions()
  const world = user?.worldName
  return (
    <Panel
      title={world ? t('suggestions.title', { world }) : t('suggestions.anywhere')}
      text={t('suggestions.text')}
      className="fr-suggestions"
    >
      {suggested.status === 'pending' && <RowSkeletons rows={4} height={64} />}
      {suggested.status === 'error' && (
        <ErrorMessage error={suggested.error} onRetry={() => void suggested.refetch()} />
      )}
      {suggested.data?.items.length === 0 && (
        <EmptyInline text={t(world ? 'suggestions.none' : 'suggestions.noWorld')}>
          {!world && (
            <Button size="small" variant="secondary" onClick={() => modal.open('select-world')}>
              {t('suggestions.chooseWorld')}
            </Button>
          )}
        </EmptyInline>
      )}
      {suggested.data && suggested.data.items.length > 0 && (
        <ul className="wv-rows">
          {suggested.data.items.map((person) => (
            <li key={person.userId}>
              <FoundPerson person={person} state="none" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
