// The roles of an account. A moderator is assigned at once; an administrator is proposed, and a second one decides.
import {
  Badge,
  Button,
  Confirm,
  formatMoment,
  Row,
  useAction,
  useApi,
  useCaller,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import type { Role } from '../session/ForRole'
import {
  type AccountDetail,
  type Appointment,
  approveAppointment,
  rejectAppointment,
  setRole,
  useRefreshAdmin,
} from './api'

const ROLES: Role[] = ['moderator', 'admin']

interface RolesProps {
  account: AccountDetail
  name: string
}

export function RolesSection({ account, name }: RolesProps) {
  const t = useText('shell-operators')
  return (
    <Section title={t('people.roles')} text={t('roles.text')}>
      <ul className="wv-rows">
        {ROLES.map((role) => (
          <RoleRow key={role} role={role} account={account} name={name} />
        ))}
      </ul>
    </Section>
  )
}

function RoleRow({ role, account, name }: RolesProps & { role: Role }) {
  const t = useText('shell-operators')
  const granted = account.roles.includes(role)
  const appointment = role === 'admin' && !granted ? account.appointment : null
  return (
    <li>
      <Row
        boxed
        title={
          <>
            {t(`roles.${role}`)} {granted && <Badge tone="accent">{t('roles.has')}</Badge>}
            {appointment && <Badge tone="accent">{t('roles.waiting')}</Badge>}
          </>
        }
        notes={[t(`roles.${role}Text`)]}
      >
        {appointment ? (
          <AppointmentActions appointment={appointment} name={name} />
        ) : (
          <RoleButton role={role} account={account} name={name} granted={granted} />
        )}
      </Row>
    </li>
  )
}

function RoleButton({ role, account, name, granted }: RolesProps & { role: Role; granted: boolean }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const { user, reload } = useCaller()
  const refresh = useRefreshAdmin()
  const give = role === 'admin' ? 'propose' : 'give'
  const change = useAction(async () => {
    await setRole(api, account.id, role, !granted)
    const done = role === 'admin' ? 'proposed' : 'granted'
    toast(t(`roles.${granted ? 'revoked' : done}`, { name, role: t(`roles.${role}`) }), 'good')
    await refresh()
    if (user?.id === account.id) await reload()
  })
  return (
    <Button variant="secondary" size="small" pending={change.pending} onClick={() => void change.run()}>
      {t(`roles.${granted ? 'take' : give}`)}
    </Button>
  )
}

function AppointmentActions({ appointment, name }: { appointment: Appointment; name: string }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const { user } = useCaller()
  const refresh = useRefreshAdmin()
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  const own = appointment.proposedBy.id === user?.id
  const reject = own ? 'withdraw' : 'reject'
  const proposer = appointment.proposedBy.nickname ?? appointment.proposedBy.id
  return (
    <div className="wv-actions">
      <small>
        {t('roles.proposedBy', { name: proposer, date: formatMoment(appointment.proposedAt) })}{' '}
        {own && t('roles.own')}
      </small>
      {!own && (
        <Button size="small" onClick={() => setAsking('approve')}>
          {t('roles.approve')}
        </Button>
      )}
      <Button size="small" variant="secondary" onClick={() => setAsking('reject')}>
        {t(`roles.${reject}`)}
      </Button>
      {asking && (
        <Confirm
          title={t(`roles.${asking === 'approve' ? 'approve' : reject}Title`, { name })}
          text={t(`roles.${asking}Text`, { name, proposer })}
          action={t(`roles.${asking === 'approve' ? 'approve' : reject}`)}
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await (asking === 'approve' ? approveAppointment : rejectAppointment)(api, appointment.id)
            toast(t(`roles.${asking === 'approve' ? 'approved' : 'rejected'}`, { name }), 'good')
            await refresh()
          }}
        />
      )}
    </div>
  )
}
