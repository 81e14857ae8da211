// The form for a new post, or why one cannot write and what would let one.
import {
  Avatar,
  Button,
  ErrorBoundary,
  lengthOf,
  TextArea,
  unsentPart,
  useAction,
  useCaller,
  useText,
} from '@witverse/sdk'
import type { UploadedFile } from '@witverse/sdk/files'
import { lazy, Suspense, useState } from 'react'
import { usePostActions } from '../api/actions'
import { TEXT_MAX, type World } from '../api/types'
import { WhyNot } from './WhyNot'

const ImagesField = lazy(() => import('./ImagesField'))

export const mayWrite = ({ isOwner, isAdmin, isMember, hasMembership }: World): boolean =>
  isOwner || isAdmin || (isMember && hasMembership)

export function Composer({ world }: { world: World }) {
  const { user } = useCaller()
  if (!user?.hasNickname || !mayWrite(world)) return <WhyNot world={world} />
  return <ComposerForm world={world} nickname={user.nickname ?? ''} image={user.default_img ?? null} />
}

interface ComposerFormProps {
  world: World
  nickname: string
  image: string | null
}

function ComposerForm({ world, nickname, image }: ComposerFormProps) {
  const t = useText('community')
  const { write } = usePostActions()
  const [text, setText] = useState('')
  const [images, setImages] = useState<UploadedFile[]>([])
  const [isUploading, setUploading] = useState(false)
  const { pending, run } = useAction(async () => {
    const ids = images.map(({ fileId }) => fileId)
    await write(world.worldName, text, ids)
    setText((now) => unsentPart(now, text))
    setImages((now) => now.filter((image) => !images.includes(image)))
  })
  const isEmpty = text.trim() === ''
  return (
    <form
      className="cm-composer"
      aria-label={t('composer.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !isUploading) void run()
      }}
    >
      <Avatar name={nickname} image={image} size={40} />
      <div className="cm-composer-body">
        <TextArea
          label={t('composer.title')}
          name="text"
          rows={isEmpty ? 2 : 5}
          maxLength={TEXT_MAX}
          value={text}
          onValue={setText}
          hint={t('composer.hint', { count: lengthOf(text) })}
        />
        {!isEmpty && (
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={null}>
              <ImagesField value={images} onChange={setImages} onBusy={setUploading} />
            </Suspense>
          </ErrorBoundary>
        )}
        <div className="cm-composer-actions">
          <Button type="submit" pending={pending} disabled={isEmpty || isUploading}>
            {t('composer.send')}
          </Button>
        </div>
      </div>
    </form>
  )
}
