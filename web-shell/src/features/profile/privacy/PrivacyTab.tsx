import { DeletionSection } from './DeletionSection'
import { ExportSection } from './ExportSection'

export function PrivacyTab() {
  return (
    <>
      <ExportSection />
      <DeletionSection />
    </>
  )
}
