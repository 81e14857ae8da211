// `/order/desk/new`: puts a product on sale, for a world (`?world=`) or for the platform.
import {
  Button,
  Icon,
  MemberGate,
  NightLamp,
  Notice,
  Page,
  PageHead,
  Panel,
  Segments,
  SendingScope,
  TextArea,
  TextInput,
  usePagePath,
  useText,
} from '@witverse/sdk'
import { BilingualField, Form, FormError, FormField, SubmitButton, useZodForm } from '@witverse/sdk/forms'
import { DateInput } from '@witverse/sdk/pickers'
import { useNavigate, useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { useCreateProduct } from '../api/products'
import { ContentFields } from '../parts/ContentFields'
import { DRAFT, type DraftContent, emptyContent, emptyDraft, productOf } from '../parts/draft'

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
  const [initial] = useState(emptyDraft)
  const form = useZodForm({
    texts: 'orders',
    schema: DRAFT,
    initial,
    submit: async (draft) => {
      const product = await create(productOf(draft, search.get('world')))
      void navigate(`${orders}?product=${product.productId}`)
    },
  })
  const { contents, kind } = form.state.watch()
  const isRandom = kind === 'random'
  const edit = (next: DraftContent[]) => {
    form.state.setValue('contents', next)
    // The errors name the items by their number.
    form.state.clearErrors('contents')
  }
  const number = (name: 'won' | 'witHundredths' | 'stock', label: string) => (
    <FormField form={form} name={name}>
      {(field) => <TextInput {...field} label={label} inputMode="numeric" />}
    </FormField>
  )
  const problem = form.errorOf('contents')
  return (
    <Page title={t('editor.title')} stack width="reading">
      <PageHead title={t('editor.title')} text={t('editor.lead')} />
      <Form form={form} className="od-editor">
        <Panel title={t('editor.product')}>
          <FormField form={form} name="kind">
            {({ name, value, onValue }) => (
              <Segments
                showsLabel
                label={t('editor.kind')}
                name={name}
                value={value}
                onValue={(chosen) => onValue(chosen as typeof value)}
                options={DRAFT.shape.kind.options.map((one) => ({ value: one, text: t(`kinds.${one}`) }))}
              />
            )}
          </FormField>
          <BilingualField form={form} name="name" labels={{ ko: t('editor.nameKo'), en: t('editor.nameEn') }}>
            {(field) => <TextInput {...field} />}
          </BilingualField>
          <BilingualField
            form={form}
            name="about"
            labels={{ ko: t('editor.aboutKo'), en: t('editor.aboutEn') }}
          >
            {(field) => <TextArea {...field} rows={3} maxLength={1000} />}
          </BilingualField>
          <div className="wv-pair">
            {number('won', t('editor.won'))}
            {number('witHundredths', t('editor.wit'))}
          </div>
          {!isRandom && (
            <div className="wv-pair">
              {number('stock', t('editor.stock'))}
              <FormField form={form} name="releaseOn">
                {(field) => (
                  <DateInput {...field} label={t('editor.releaseOn')} hint={t('editor.releaseHint')} />
                )}
              </FormField>
            </div>
          )}
        </Panel>
        <Panel
          title={t(isRandom ? 'odds.title' : 'contents.title')}
          text={t(isRandom ? 'editor.contentsText' : 'editor.itemsText')}
        >
          {contents.map((content, n) => (
            <ContentFields
              key={content.key}
              content={content}
              isRandom={isRandom}
              errorOf={(field) => form.errorOf(`contents.${n}.${field}`)}
              onChange={(part) => edit(contents.map((one, at) => (at === n ? { ...one, ...part } : one)))}
              onRemove={contents.length > 1 ? () => edit(contents.filter((_, at) => at !== n)) : undefined}
            />
          ))}
          <Button
            variant="secondary"
            size="small"
            disabled={contents.length >= CONTENTS_MAX}
            onClick={() => edit([...contents, emptyContent()])}
          >
            <Icon name="plus" size={16} /> {t('editor.addContent')}
          </Button>
          {problem !== undefined && (
            <Notice icon="warning" tone="bad" alert>
              {problem}
            </Notice>
          )}
        </Panel>
        <FormError form={form} />
        <div className="wv-actions is-wide">
          <SubmitButton form={form}>{t('editor.save')}</SubmitButton>
        </div>
      </Form>
    </Page>
  )
}
