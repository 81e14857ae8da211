// `/order/desk/new`: puts a product on sale, for a world (`?world=`) or for the platform.
import {
  Button,
  Icon,
  MemberGate,
  NightLamp,
  Page,
  Panel,
  Segments,
  SendingScope,
  TextArea,
  TextInput,
  useAction,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { useNavigate, useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useCreateProduct } from '../api/products'
import { ContentFields } from '../parts/ContentFields'
import { type Draft, emptyContent, emptyDraft, productOf } from '../parts/draft'

/** Items of a product; the server has the same limit. */
const CONTENTS_MAX = 20

export default function EditorPage() {
  const t = useText('orders')
  const visitor = { title: t('desk.visitor'), text: t('visitor.text'), art: <NightLamp /> }
  return (
    <MemberGate title={t('editor.title')} visitor={visitor}>
      <SendingScope>
        <Editor />
      </SendingScope>
    </MemberGate>
  )
}

function Editor() {
  const t = useText('orders')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const orders = usePagePath('orders')
  const create = useCreateProduct()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const save = useAction(async () => {
    const product = await create(productOf(draft, search.get('world')))
    void navigate(`${orders}?product=${product.productId}`)
  })
  const line = (field: 'nameKo' | 'nameEn' | 'won' | 'wit' | 'stock', numeric = false) => (
    <TextInput
      label={t(`editor.${field}`)}
      name={field}
      value={draft[field]}
      {...(numeric && { inputMode: 'numeric' as const })}
      onValue={(value) => change({ [field]: value })}
    />
  )
  const isRandom = draft.kind === 'random'
  return (
    <Page title={t('editor.title')} className="od-page is-narrower">
      <header className="wv-head">
        <h1>{t('editor.title')}</h1>
        <p>{t('editor.lead')}</p>
      </header>
      <form
        className="wv-form od-editor"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <Panel title={t('editor.product')}>
          <Segments
            showsLabel
            label={t('editor.kind')}
            name="kind"
            value={draft.kind}
            onValue={(kind) => change({ kind: kind as Draft['kind'] })}
            options={(['random', 'album', 'hybrid'] as const).map((value) => ({
              value,
              text: t(`kinds.${value}`),
            }))}
          />
          <div className="od-pair">
            {line('nameKo')}
            {line('nameEn')}
          </div>
          {(['aboutKo', 'aboutEn'] as const).map((field) => (
            <TextArea
              key={field}
              label={t(`editor.${field}`)}
              name={field}
              value={draft[field]}
              rows={3}
              maxLength={1000}
              onValue={(value) => change({ [field]: value })}
            />
          ))}
          <div className="od-pair">
            {line('won', true)}
            {line('wit', true)}
          </div>
          {!isRandom && (
            <div className="od-pair">
              {line('stock', true)}
              <TextInput
                label={t('editor.releaseOn')}
                hint={t('editor.releaseHint')}
                name="releaseOn"
                type="date"
                value={draft.releaseOn}
                onValue={(releaseOn) => change({ releaseOn })}
              />
            </div>
          )}
        </Panel>
        <Panel
          title={t(isRandom ? 'odds.title' : 'contents.title')}
          text={t(isRandom ? 'editor.contentsText' : 'editor.itemsText')}
        >
          {draft.contents.map((content, n) => (
            <ContentFields
              key={content.key}
              content={content}
              isRandom={isRandom}
              onChange={(part) =>
                change({ contents: draft.contents.map((one, at) => (at === n ? { ...one, ...part } : one)) })
              }
              onRemove={
                draft.contents.length > 1
                  ? () => change({ contents: draft.contents.filter((_, at) => at !== n) })
                  : undefined
              }
            />
          ))}
          <Button
            variant="secondary"
            size="small"
            disabled={draft.contents.length >= CONTENTS_MAX}
            onClick={() => change({ contents: [...draft.contents, emptyContent()] })}
          >
            <Icon name="plus" size={16} /> {t('editor.addContent')}
          </Button>
        </Panel>
        <div className="wv-actions is-wide">
          <Button type="submit" pending={save.pending}>
            {t('editor.save')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
