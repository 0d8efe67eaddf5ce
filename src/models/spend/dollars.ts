// An amount of US dollars as people read it.

/** Two decimals, more where the amount is small: a cap of a tenth of a cent is not $0.00. */
export function dollars(amount: number): string {
  if (amount <= 0 || amount >= 1) return `$${amount.toFixed(2)}`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(amount)))
  return `$${amount.toFixed(Math.min(digits, 20)).replace(/(\.\d\d\d*?)0+$/, '$1')}`
}
