// Prizes that have arrived since the last visit, on whatever page.
import { Button, Icon, Modal, useAction, useLanguage, useText, WitAmount } from '@witverse/sdk'
import { useEventActions, useReward } from '../api/events'

type Prize = NonNullable<ReturnType<typeof useReward>['data']>

export default function Reward() {
  const { data } = useReward()
  if (!data?.isExist || !data.alarm) return null
  return <Popup amount={data.remainAmount} alarm={data.alarm} />
}

interface PopupProps {
  amount: number
  alarm: NonNullable<Prize['alarm']>
}

function Popup({ amount, alarm }: PopupProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const { rewardSeen } = useEventActions()
  const { pending, run } = useAction(rewardSeen)
  return (
    <Modal
      open
      onClose={() => void run()}
      title={alarm.title[language]}
      description={alarm.description[language]}
      art={<Icon name="gift" size={48} />}
    >
      <p className="ev-reward">
        <WitAmount hundredths={amount} />
      </p>
      <div className="wv-actions is-wide">
        <Button pending={pending} onClick={() => void run()}>
          {t('reward.close')}
        </Button>
      </div>
    </Modal>
  )
}
