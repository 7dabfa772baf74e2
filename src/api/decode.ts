// Strict decoding against the Go struct tables in schema/.
export {}
