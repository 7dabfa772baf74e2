/** What is said before Kubestep itself is there. */
export const WORDS = {
  en: {
    title: 'Kubestep: step through a simulated Kubernetes',
    start: 'Step through it',
    loading: 'Loading a simulated Kubernetes cluster…',
    pinned: 'This demo was written for version {pinned}; {build} has come.',
    noBase: 'This demo does not say where Kubestep is: its base or src is missing.',
  },
  zh: {
    title: 'Kubestep：逐步查看一个模拟的 Kubernetes',
    start: '逐步查看',
    loading: '正在载入模拟的 Kubernetes 集群…',
    pinned: '这个演示是为 {pinned} 版编写的，载入的却是 {build} 版。',
    noBase: '这个演示没有说明 Kubestep 在哪里：缺少 base 或 src。',
  },
} as const;
