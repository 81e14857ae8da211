import { Button, type Translate, useText } from '@witverse/sdk'
import { EMPTY_DOCUMENT, type PostDocument, RichText, RichTextEditor } from '@witverse/sdk/content'
import { useState } from 'react'
import { Demo } from '../Demo'
import { landscape } from '../landscape'

const LIMIT = 2_000

export function PostPage() {
  const t = useText('shell-gallery')
  const [post, setPost] = useState<PostDocument>(() => samplePost(t))
  const [initial] = useState(post)
  const unsafe = {
    blocks: [
      { type: 'script', text: 'alert(1)' },
      {
        type: 'paragraph',
        spans: [{ text: t('post.unsafe'), link: 'javascript:alert(1)', style: 'color:red' }],
      },
    ],
  }
  const imageUrl = (file: string) => (file === 'lamp' ? landscape('lamp', 260) : null)
  return (
    <>
      <Demo title={t('states.normal')}>
        <RichTextEditor
          label={t('post.label')}
          name="post"
          initial={initial}
          onValue={setPost}
          limit={LIMIT}
          onPickImage={async () => ({ file: 'new', alt: t('post.picture') })}
        />
      </Demo>
      <Demo title={t('post.rendered')}>
        <RichText value={post} imageUrl={imageUrl} />
      </Demo>
      <Demo title={t('states.empty')}>
        <RichTextEditor
          label={t('states.empty')}
          name="new-post"
          initial={EMPTY_DOCUMENT}
          onValue={() => undefined}
          placeholder={t('post.placeholder')}
        />
      </Demo>
      <Demo title={t('states.error')}>
        <RichTextEditor
          label={t('states.error')}
          name="wrong-post"
          initial={EMPTY_DOCUMENT}
          onValue={() => undefined}
          error={t('form.nameMissing')}
        />
        <RichTextEditor
          label={t('states.disabled')}
          name="locked-post"
          initial={initial}
          onValue={() => undefined}
          disabled
        />
        <RichText value={unsafe} />
        <Button variant="secondary" disabled>
          {t('common.save')}
        </Button>
      </Demo>
    </>
  )
}

function samplePost(t: Translate<'shell-gallery'>): PostDocument {
  return {
    version: 1,
    blocks: [
      { type: 'heading', level: 2, spans: [{ text: t('post.heading') }] },
      {
        type: 'paragraph',
        spans: [
          { text: t('post.lead') },
          { text: t('post.when'), bold: true },
          { text: t('post.tail') },
          { text: t('post.rules'), link: '/terms' },
          { text: t('post.dot') },
        ],
      },
      { type: 'image', file: 'lamp', alt: t('post.picture') },
      { type: 'heading', level: 3, spans: [{ text: t('post.sub') }] },
      {
        type: 'list',
        ordered: true,
        items: [[{ text: t('post.first') }], [{ text: t('post.second'), italic: true }]],
      },
    ],
  }
}
