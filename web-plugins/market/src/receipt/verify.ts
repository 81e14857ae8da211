// Verifies the receipt of a sale in the browser: the platform signed the statement, and what is shown is what was signed.
import { useQuery } from '@tanstack/react-query'
import { canVerify, signatureFault, type VerifyingCrypto, type VerifyingKey } from '@witverse/sdk/statements'
import type { Receipt } from '../api/types'

/** `unchecked` in a browser that cannot check signatures. */
export type Verdict = 'verified' | 'broken' | 'unchecked'

export async function verifyReceipt(
  receipt: Receipt,
  crypto: VerifyingCrypto | undefined = globalThis.crypto?.subtle,
): Promise<Verdict> {
  if (!matchesStatement(receipt)) return 'broken'
  const keys: readonly VerifyingKey[] = receipt.keys.keys
  if (!crypto || !(await canVerify(crypto, keys))) return 'unchecked'
  return (await signatureFault(crypto, 'market', receipt, keys)) ? 'broken' : 'verified'
}

function matchesStatement(receipt: Receipt): boolean {
  try {
    const signed = JSON.parse(receipt.statement) as Record<string, unknown>
    return (
      signed.kind === 'sale' &&
      signed.sale === receipt.saleId &&
      signed.item === receipt.item.itemId &&
      signed.payment === receipt.paymentId &&
      signed.priceHundredths === receipt.priceHundredths &&
      signed.feeHundredths === receipt.feeHundredths &&
      signed.royaltyHundredths === receipt.royaltyHundredths &&
      signed.sellerReceivesHundredths === receipt.sellerReceivesHundredths &&
      signed.rulesVersion === receipt.rulesVersion &&
      signed.provenanceSeq === receipt.provenanceSeq &&
      Date.parse(String(signed.at)) === Date.parse(receipt.at)
    )
  } catch {
    return false
  }
}

/** Verifies without a click. */
export function useReceiptVerdict(receipt: Receipt): Verdict | undefined {
  const { data } = useQuery({
    queryKey: ['market', 'receipt-verdict', receipt.saleId, receipt.signature],
    queryFn: () => verifyReceipt(receipt),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
