// The pod-template-hash label, computed as the deployment controller does.
export {}
