// Prizes that have arrived since the last visit.
import { Button, Icon, Modal, useAction, useLanguage, useText, WitAmount } from '@witverse/sdk'
import { useEventActions, useReward } from '../api/events'

export function RewardPopup() {
  const t = useText('events')
  const { language } = useLanguage()
  const reward = useReward()
  const { rewardSeen } = useEventActions()
  const { pending, run } = useAction(rewardSeen)
  const alarm = reward.data?.alarm
  if (!reward.data?.isExist || !alarm) return null
  return (
    <Modal
      open
      onClose={() => void run()}
      title={alarm.title[language]}
      description={alarm.description[language]}
      art={<Icon name="gift" size={48} />}
    >
      <p className="ev-reward">
        <WitAmount hundredths={reward.data.remainAmount} />
      </p>
      <div className="wv-actions is-wide">
        <Button pending={pending} onClick={() => void run()}>
          {t('reward.close')}
        </Button>
      </div>
    </Modal>
  )
}
