// A file system that never answers: FUSE without anybody who serves it. Whatever touches it waits until it is killed.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const MOUNT = `exec 3<>/dev/fuse
mount -i -t fuse -o fd=3,rootmode=040000,user_id=0,group_id=0,allow_other memdir-hanging "$1" && exec sleep 600`

/** undefined where that is not allowed: it needs root and /dev/fuse. */
export async function mountHangingDisk(directory) {
  const server = spawn('sh', ['-c', MOUNT, 'sh', directory], { stdio: 'ignore' })
  const isMounted = () => readFileSync('/proc/mounts', 'utf8').includes(` ${directory} fuse `)
  for (const end = Date.now() + 5_000; !isMounted() && server.exitCode === null && Date.now() < end; )
    await new Promise((wake) => setTimeout(wake, 50))
  if (!isMounted()) {
    server.kill('SIGKILL')
    return undefined
  }
  return {
    unmount() {
      // Nothing waits any more once nobody could serve it.
      server.kill('SIGKILL')
      spawnSync('umount', ['-l', directory])
    },
  }
}
