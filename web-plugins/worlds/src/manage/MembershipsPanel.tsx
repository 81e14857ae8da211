// Membership collections: the current one, earlier ones, and opening the next.
import {
  Badge,
  Button,
  Checkbox,
  EmptyInline,
  formatDate,
  formatMoment,
  ListView,
  Modal,
  Panel,
  Row,
  TextInput,
  useAction,
  useHasPlugin,
  useLanguage,
  useText,
  useToast,
  WitAmount,
} from '@witverse/sdk'
import {
  atMost,
  Form,
  FormError,
  FormField,
  messageKeys,
  momentText,
  NumberInput,
  requiredText,
  SubmitButton,
  useZodForm,
  wholeNumber,
  z,
} from '@witverse/sdk/forms'
import { DateTimeInput } from '@witverse/sdk/pickers'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { useMembershipFirst, useMemberships } from '../api/inside'
import { useManageWorld } from '../api/manage'
import type { Membership, WorldView } from '../api/types'

export function MembershipsPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const list = useMemberships(world.worldId)
  const [opening, setOpening] = useState(false)
  const isOpen = list.items.some(({ sale }) => sale === 'open')
  return (
    <Panel
      title={t('memberships.title')}
      text={t(isOpen ? 'memberships.waitText' : 'memberships.text')}
      action={
        <Button size="small" onClick={() => setOpening(true)} disabled={isOpen || list.status !== 'success'}>
          {t('memberships.open')}
        </Button>
      }
    >
      <ListView
        list={list}
        label={t('memberships.title')}
        empty={<EmptyInline text={t('memberships.empty')} />}
        keyOf={({ collectionId }) => collectionId}
      >
        {(membership) => <MembershipRow membership={membership} />}
      </ListView>
      <MarketRule world={world} />
      {opening && <OpenMembership world={world} onClose={() => setOpening(false)} />}
    </Panel>
  )
}

/** Shown if there is a market. */
function MarketRule({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const toast = useToast()
  const hasMarket = useHasPlugin('market')
  const rule = useMembershipFirst(world.worldId, hasMarket)
  const { changeMarketRule } = useManageWorld(world)
  const { run } = useAction(async (checked: boolean) => {
    await changeMarketRule(checked)
    toast(t('memberships.marketSaved'), 'good')
  })
  if (!hasMarket || rule.data === undefined) return null
  return (
    <Checkbox
      name="membership-first"
      label={t('memberships.marketFirst')}
      hint={t('memberships.marketFirstText')}
      checked={rule.data}
      onChecked={(checked) => void run(checked)}
    />
  )
}

function MembershipRow({ membership }: { membership: Membership }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  const { sale, sold, quantity, deadline } = membership
  return (
    <Row
      title={<Link to={`/collection/${membership.collectionId}`}>{membership.name[language]}</Link>}
      notes={[
        t('memberships.facts', { sold, quantity, date: formatDate(membership.createdAt) }),
        deadline && t('membership.until', { at: formatMoment(deadline) }),
      ]}
    >
      {membership.isFree ? <b>{t('membership.free')}</b> : <WitAmount hundredths={membership.price * 100} />}
      <Badge tone={sale === 'open' ? 'good' : 'plain'}>{t(`memberships.state.${sale}`)}</Badge>
    </Row>
  )
}

const NAME_MAX = 40
const NUMBER_MAX = 1_000_000
const key = messageKeys<'worlds'>()
const nameRule = requiredText(key('memberships.nameMissing')).check(atMost(NAME_MAX))

const SCHEMA = z.object({
  name: z.object({ ko: nameRule, en: nameRule }),
  quantity: wholeNumber({ minimum: 1, maximum: NUMBER_MAX }),
  price: wholeNumber({ maximum: NUMBER_MAX }),
  deadline: momentText(),
})

function OpenMembership({ world, onClose }: { world: WorldView; onClose: () => void }) {
  const t = useText('worlds')
  const toast = useToast()
  const { openMembership } = useManageWorld(world)
  const form = useZodForm({
    texts: 'worlds',
    schema: SCHEMA,
    initial: { name: { ko: '', en: '' }, quantity: '100', price: '0', deadline: '' },
    submit: async ({ deadline, ...values }) => {
      await openMembership({ ...values, deadline: deadline === '' ? null : deadline })
      toast(t('memberships.opened'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('memberships.openTitle')} description={t('memberships.openText')}>
      <Form form={form}>
        <FormField form={form} name="name.ko">
          {(field) => <TextInput {...field} label={t('memberships.nameKo')} maxLength={NAME_MAX} />}
        </FormField>
        <FormField form={form} name="name.en">
          {(field) => <TextInput {...field} label={t('memberships.nameEn')} maxLength={NAME_MAX} />}
        </FormField>
        <FormField form={form} name="quantity">
          {(field) => (
            <NumberInput
              {...field}
              label={t('memberships.quantity')}
              minimum={1}
              maximum={NUMBER_MAX}
              step={10}
            />
          )}
        </FormField>
        <FormField form={form} name="price">
          {(field) => (
            <NumberInput
              {...field}
              label={t('memberships.price')}
              hint={t('memberships.priceHint')}
              maximum={NUMBER_MAX}
              step={10}
              unit="WIT"
            />
          )}
        </FormField>
        <FormField form={form} name="deadline">
          {(field) => (
            <DateTimeInput
              {...field}
              label={t('memberships.deadline')}
              hint={t('memberships.deadlineHint')}
            />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form}>{t('memberships.open')}</SubmitButton>
      </Form>
    </Modal>
  )
}
