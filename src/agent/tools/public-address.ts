// Whether an address is one of the public internet: not this machine, not its network, not a range with another purpose.
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { once } from '../../base/values/once.ts'

/** IANA's special-purpose registry. */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** IPv6: only global unicast is public, without protocols, documentation and tunnels to IPv4. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const lists = once(() => {
  const notPublic = new BlockList()
  for (const [net, bits] of NOT_PUBLIC_4) notPublic.addSubnet(net, bits, 'ipv4')
  for (const [net, bits] of NOT_PUBLIC_6) notPublic.addSubnet(net, bits, 'ipv6')
  const unicast = new BlockList()
  unicast.addSubnet('2000::', 3, 'ipv6')
  return { notPublic, unicast }
})

export function isPublicAddress(address: string): boolean {
  const { notPublic, unicast } = lists()
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return isIPv6(address) && unicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
