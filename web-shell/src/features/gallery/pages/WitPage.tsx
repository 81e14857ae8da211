import { formatWitShort, useText, WitAmount, WitMark, WitWorth } from '@witverse/sdk'
import { Demo } from '../Demo'
import { RATE } from '../samples'

export function WitPage() {
  const t = useText('shell-gallery')
  return (
    <>
      <Demo title={t('wit.rate')} layout="row">
        <WitMark size={28} />
        <WitAmount hundredths={124_050} rate={RATE} />
        <WitAmount hundredths={100} rate={RATE} />
        <WitWorth hundredths={50_000} />
      </Demo>
      <Demo title={t('wit.signed')} layout="row">
        <WitAmount hundredths={30_000} sign="always" />
        <WitAmount hundredths={-12_500} sign="always" />
      </Demo>
      <Demo title={t('wit.short')} layout="row">
        {[99_900, 12_345_600, 1_234_567_800].map((hundredths) => (
          <strong key={hundredths}>{formatWitShort(hundredths)}</strong>
        ))}
      </Demo>
    </>
  )
}
