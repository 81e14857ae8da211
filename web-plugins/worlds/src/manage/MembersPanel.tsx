// Members of a world, with its administrators: the owner appoints and dismisses them.

import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  formatDate,
  ListView,
  Panel,
  PersonName,
  TextInput,
  useText,
  useToast,
} from '@witverse/sdk'
import { Form, FormField, messageKeys, requiredText, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useMembers } from '../api/inside'
import { useManageWorld } from '../api/manage'
import type { WorldMember, WorldView } from '../api/types'

/** The platform's limit. */
export const ADMINS_MAX = 5

export function AdminsPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const admins = useMembers(world.worldId, 'admin')
  const count = admins.items.length
  return (
    <Panel
      title={t('manage.admins', { count, max: ADMINS_MAX })}
      text={t(world.isOwner ? 'manage.adminsText' : 'manage.adminsTextAdmin')}
    >
      {world.isOwner && <AppointForm world={world} full={count >= ADMINS_MAX} />}
      <ListView
        list={admins}
        label={t('manage.admins', { count, max: ADMINS_MAX })}
        empty={<EmptyInline text={t('manage.noAdmins')} />}
        keyOf={({ userId }) => userId}
      >
        {(member) => <MemberRow world={world} member={member} />}
      </ListView>
    </Panel>
  )
}

const key = messageKeys<'worlds'>()
const APPOINTED = z.object({ nickname: requiredText(key('manage.nicknameMissing')) })

function AppointForm({ world, full }: { world: WorldView; full: boolean }) {
  const t = useText('worlds')
  const toast = useToast()
  const { appoint } = useManageWorld(world)
  const form = useZodForm({
    texts: 'worlds',
    schema: APPOINTED,
    initial: { nickname: '' },
    submit: async ({ nickname }) => {
      await appoint(nickname)
      toast(t('manage.appointed', { name: nickname }), 'good')
      form.reset()
    },
  })
  return (
    <Form form={form} className="w-inline-form">
      <FormField form={form} name="nickname">
        {(field) => (
          <TextInput
            {...field}
            label={t('manage.appointName')}
            hint={full ? t('manage.adminsFull') : t('manage.appointHint')}
            error={field.error ?? form.error}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={full}
          />
        )}
      </FormField>
      <SubmitButton form={form} variant="secondary" disabled={full}>
        {t('manage.appoint')}
      </SubmitButton>
    </Form>
  )
}

export function MembersPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const members = useMembers(world.worldId)
  return (
    <Panel title={t('manage.members')} text={t('manage.membersText', { count: members.total ?? 0 })}>
      <ListView
        list={members}
        label={t('manage.members')}
        empty={<EmptyInline text={t('manage.noMembers')} />}
        keyOf={({ userId }) => userId}
      >
        {(member) => <MemberRow world={world} member={member} />}
      </ListView>
    </Panel>
  )
}

export function MemberRow({ world, member }: { world: WorldView; member: WorldMember }) {
  const t = useText('worlds')
  const [dismissing, setDismissing] = useState(false)
  const { dismiss } = useManageWorld(world)
  return (
    <div className="wv-row">
      <PersonName person={member} note={t('manage.joined', { date: formatDate(member.joinedAt) })} />
      <span className="wv-actions">
        {member.hasMembership && <Badge tone="accent">{t('membership.badge')}</Badge>}
        {member.role !== 'member' && <Badge>{t(`manage.role.${member.role}`)}</Badge>}
        {world.isOwner && member.role === 'admin' && (
          <Button variant="secondary" size="small" onClick={() => setDismissing(true)}>
            {t('manage.dismiss')}
          </Button>
        )}
      </span>
      {dismissing && (
        <Confirm
          title={t('manage.dismissTitle', { name: member.nickname })}
          text={t('manage.dismissText')}
          action={t('manage.dismiss')}
          onConfirm={() => dismiss(member.userId)}
          onClose={() => setDismissing(false)}
        />
      )}
    </div>
  )
}
