// The reactions to a post: the ones that it has, and a menu with all of them.
import { IconButton, useAction, useCaller, useModal, useText } from '@witverse/sdk'
import { useState } from 'react'
import { usePostActions } from '../api/actions'
import { type Post, REACTIONS, type ReactionKind } from '../api/types'
import { ReactionIcon } from './ReactionIcon'

export function ReactionBar({ post }: { post: Post }) {
  const t = useText('community')
  const modal = useModal()
  const { user } = useCaller()
  const { react } = usePostActions()
  const [isOpen, setOpen] = useState(false)
  const { run } = useAction(async (kind: ReactionKind) => react(post, kind))

  function choose(kind: ReactionKind) {
    setOpen(false)
    if (!user) return modal.open('sign-in')
    if (!user.hasNickname) return modal.open('nickname')
    void run(kind)
  }

  const counted = (kind: ReactionKind) => post.reactions.find((one) => one.kind === kind)?.count ?? 0
  const shown = REACTIONS.filter((kind) => isOpen || counted(kind) > 0)
  return (
    <fieldset className="cm-reactions">
      <legend className="wv-visually-hidden">{t('reactions.label')}</legend>
      {shown.map((kind) => {
        const [name, count] = [t(`reactions.${kind}`), counted(kind)]
        return (
          <button
            key={kind}
            type="button"
            className="cm-reaction"
            aria-pressed={post.myReaction === kind}
            aria-label={count > 0 ? t('reactions.counted', { name, count }) : name}
            title={name}
            onClick={() => choose(kind)}
          >
            <ReactionIcon kind={kind} />
            {count > 0 && <span>{count}</span>}
          </button>
        )
      })}
      {shown.length < REACTIONS.length && (
        <IconButton label={t('reactions.add')} className="cm-react" onClick={() => setOpen(true)}>
          <ReactionIcon kind="like" />
        </IconButton>
      )}
    </fieldset>
  )
}
